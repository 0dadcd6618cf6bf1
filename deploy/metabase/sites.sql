-- Sites that answers cite. Fields: project (text), date_from and date_to (dates), classification (text, may be empty).
with answers as (
  select sum(total_chat_count) as total from earshot.v1_answer_days
  where project = {{project}} and date between {{date_from}} and {{date_to}}
)
select domain, classification,
  sum(cited_chat_count)::float8 / nullif(total, 0) as cited,
  sum(retrieved_chat_count)::float8 / nullif(total, 0) as retrieved,
  sum(citation_count) as citations
from earshot.v1_source_days, answers
where project = {{project}} and date between {{date_from}} and {{date_to}}
  [[and classification = {{classification}}]]
group by domain, classification, total
order by cited desc
limit 100
