-- Brands compared. Fields: date_from and date_to (dates), project (text, may be empty).
select project, brand, is_own,
  sum(visibility_count)::float8 / nullif(sum(visibility_total), 0) as visibility,
  sum(visibility_count)::float8 / nullif(sum(share_of_voice_total), 0) as share_of_voice,
  sum(position_sum)::float8 / nullif(sum(position_count), 0) as position,
  50 + 50 * sum(sentiment_sum) / nullif(sum(sentiment_count), 0) as sentiment,
  sum(visibility_count) as answers_naming_it,
  sum(visibility_total) as usable_answers
from earshot.v1_brand_days
where date between {{date_from}} and {{date_to}}
  [[and project = {{project}}]]
group by project, brand, is_own
order by project, visibility desc
