-- Pages of one site, and the questions whose answers cite them. Fields: project, domain (texts), date_from (date, may be empty).
select url, title, page_type,
  count(*) filter (where cited) as answers_citing_it,
  count(distinct prompt_id) filter (where cited) as prompts,
  min(date) as first_seen, max(date) as last_seen
from earshot.v1_citations
where project = {{project}} and domain = {{domain}} and is_counted
  [[and date >= {{date_from}}]]
group by url, title, page_type
order by answers_citing_it desc
limit 100
