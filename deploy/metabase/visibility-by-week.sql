-- Visibility of the own brand and its competitors, by week: a line chart. Fields: project (text), model (text, may be empty).
select date_trunc('week', date)::date as week, brand,
  sum(visibility_count)::float8 / nullif(sum(visibility_total), 0) as visibility
from earshot.v1_brand_days
where project = {{project}}
  [[and model = {{model}}]]
group by week, brand
order by week, brand
