-- Newest answers to questions without the brand's name that leave the own brand out. Field: project (text).
select a.date, a.model, a.prompt_text, a.topic, a.brand_count, a.chat_id
from earshot.v1_answers a
where a.project = {{project}} and a.status = 'answered' and not a.is_branded
  and not exists (
    select from earshot.v1_mentions m where m.project_id = a.project_id and m.chat_id = a.chat_id
      and m.date = a.date and m.is_own)
order by a.captured_at desc
limit 50
