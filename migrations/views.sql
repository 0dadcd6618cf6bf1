-- Views for BI tools, read-only, in a schema of their own: what they promise is in docs/views.md and contract/views.json.
-- `earshot views grant` makes them; from then on they are dropped before a migration and made again after it. Columns of
-- v1 keep their names, types and meaning; one may be added at the end. A role sees the projects that view_roles names.
do $$ begin
  if to_regnamespace('earshot') is null then create schema earshot; end if;
end $$;

-- The public id of a row, as src/core/id.ts writes it; a test holds them together. The alphabet is that of the codec as
-- sqids shuffles it; an id begins at one of its letters and counts to the base of 51 backwards from there. Plain expressions and not strict, so that
-- PostgreSQL writes them into the query: a call would cost twenty times as much.
create or replace function earshot.id_start(number bigint) returns integer
language sql immutable parallel safe
return (ascii(substr('z7K6DQXcMnJNsetq49LgHkawRZCTSmdvPyFGYbh5Wr2f8VBj3pxU', (number % 52)::integer + 1, 1)) + 1) % 52;

create or replace function earshot.id_letter(start integer, digit bigint) returns text
language sql immutable parallel safe
return substr('z7K6DQXcMnJNsetq49LgHkawRZCTSmdvPyFGYbh5Wr2f8VBj3pxU', (start + 50 - digit)::integer % 52 + 1, 1);

create or replace function earshot.id_digit(number bigint, power bigint) returns text
language sql immutable parallel safe
return case when number < power then '' else earshot.id_letter(earshot.id_start(number), number / power % 51) end;

-- What fills a short id up to eight characters, by where it starts.
create or replace function earshot.id_filling(start integer) returns text
language sql immutable parallel safe
return earshot.id_letter(start, -1) || substr(
  'zFC27hb5tJR8pyMqdfWbydyf9ksMZzsQ92UZm8GqfVm5FvjXgQ62US8nzxtmq98pKrBWTLysjWXtp3FKk4VPCB6fYzXGWpLz7ghjQx6RWXy9Yj'
  'LNX86QrfTBJ4t3xkNQw9syXhskPN4tzavDmUppPQLKCv9g4XHtqDqjdV48dB6sURVM5QKNseJnX9HtWvmjTMN4MctrDT3ygZJ7QXSsP9VeLdUL'
  'N4JDrctgxzG5k4vmKSGWy6NPhy69LKaGseSL7jaPgJ3CrXX4ZscVnbm892PThvdG4fUQ5nGqKmjUFv4PrmdzYwLRrePLq2JJFbDGP78yKPpc2h'
  'qfWvP2cQZaYRnrJcmn3DbgG8sNpXCJPYac', start * 7 + 1, 7);

create or replace function earshot.public_id(kind text, number bigint) returns text
language sql immutable parallel safe
return kind || '_' || case
  when number < 17596287801 then left(
    earshot.id_letter(earshot.id_start(number), 50) || earshot.id_digit(number, 345025251)
    || earshot.id_digit(number, 6765201) || earshot.id_digit(number, 132651) || earshot.id_digit(number, 2601)
    || earshot.id_digit(number, 51) || earshot.id_letter(earshot.id_start(number), number % 51)
    || earshot.id_filling(earshot.id_start(number)), 8)
  else
    earshot.id_letter(earshot.id_start(number), 50) || earshot.id_digit(number, 45767944570401 * 51)
    || earshot.id_digit(number, 45767944570401) || earshot.id_digit(number, 897410677851)
    || earshot.id_digit(number, 17596287801) || earshot.id_digit(number, 345025251)
    || earshot.id_digit(number, 6765201) || earshot.id_digit(number, 132651) || earshot.id_digit(number, 2601)
    || earshot.id_digit(number, 51) || earshot.id_letter(earshot.id_start(number), number % 51)
  end;

-- Of no role's own: the others read it. current_user is who asks, also inside of a view of ours.
create view earshot.seen_projects with (security_barrier) as
select p.project_id as number, earshot.public_id('prj', p.project_id) as project_id, p.name as project
from projects p
where exists (
  select from view_roles v join pg_roles r on r.rolname = v.role
  where (v.project_id is null or v.project_id = p.project_id) and pg_has_role(r.oid, 'usage'));

create view earshot.v1_answers with (security_barrier) as
select s.project_id, s.project,
  earshot.public_id('cht', a.answer_id) as chat_id, a.day as date, a.captured_at,
  'mdl_' || m.slug as model_id, m.name as model,
  earshot.public_id('prm', a.prompt_id) as prompt_id, p.text as prompt_text,
  earshot.public_id('top', p.topic_id) as topic_id, t.name as topic,
  array(select g.name from prompt_tags pt join tags g on g.project_id = pt.project_id and g.tag_id = pt.tag_id
    where pt.project_id = a.project_id and pt.prompt_id = a.prompt_id order by g.name) as tags,
  p.country_code, p.language_code, p.is_branded, a.sample, a.status,
  cardinality(a.brand_ids) as brand_count, a.source_count, a.served_model, a.search_ran, a.search_asked, a.search_tool,
  a.effort, a.country_asked, a.is_cut, a.is_partial, a.answer
from earshot.seen_projects s
join answers a on a.project_id = s.number
join models m on m.project_id = s.number and m.model_id = a.model_id
join prompts p on p.project_id = s.number and p.prompt_id = a.prompt_id
left join topics t on t.project_id = s.number and t.topic_id = p.topic_id;

create view earshot.v1_mentions with (security_barrier) as
select s.project_id, s.project,
  earshot.public_id('cht', a.answer_id) as chat_id, f.day as date, a.captured_at,
  'mdl_' || m.slug as model_id, m.name as model,
  earshot.public_id('prm', f.prompt_id) as prompt_id, p.text as prompt_text,
  earshot.public_id('top', p.topic_id) as topic_id, t.name as topic,
  p.country_code, p.is_branded, f.sample,
  earshot.public_id('brd', f.brand_id) as brand_id, b.name as brand, b.is_own,
  f.position, f.mention_count, 50 + f.sentiment::float8 / 20 as sentiment, f.is_judged
from earshot.seen_projects s
join mentions f on f.project_id = s.number
join answers a on a.project_id = s.number and a.day = f.day and a.model_id = f.model_id
  and a.prompt_id = f.prompt_id and a.sample = f.sample
join models m on m.project_id = s.number and m.model_id = f.model_id
join prompts p on p.project_id = s.number and p.prompt_id = f.prompt_id
join brands b on b.project_id = s.number and b.brand_id = f.brand_id
left join topics t on t.project_id = s.number and t.topic_id = p.topic_id;

create view earshot.v1_citations with (security_barrier) as
select s.project_id, s.project,
  earshot.public_id('cht', a.answer_id) as chat_id, f.day as date, a.captured_at,
  'mdl_' || m.slug as model_id, m.name as model,
  earshot.public_id('prm', f.prompt_id) as prompt_id, p.text as prompt_text,
  earshot.public_id('top', p.topic_id) as topic_id, t.name as topic,
  p.country_code, p.is_branded, f.sample,
  u.url, u.title, u.page_type, d.domain, d.classification, f.position,
  f.retrieved > 0 as retrieved, f.cited > 0 as cited,
  f.retrieved::integer as retrieval_count, f.cited::integer as citation_count,
  a.status = 'answered' and (m.supports_retrieved or m.supports_cited) as is_counted
from earshot.seen_projects s
join citations f on f.project_id = s.number
join answers a on a.project_id = s.number and a.day = f.day and a.model_id = f.model_id
  and a.prompt_id = f.prompt_id and a.sample = f.sample
join models m on m.project_id = s.number and m.model_id = f.model_id
join prompts p on p.project_id = s.number and p.prompt_id = f.prompt_id
join urls u on u.project_id = s.number and u.url_id = f.url_id
join domains d on d.project_id = s.number and d.domain_id = f.domain_id
left join topics t on t.project_id = s.number and t.topic_id = p.topic_id;

create view earshot.v1_answer_days with (security_barrier) as
select s.project_id, s.project, a.start as date, 'mdl_' || m.slug as model_id, m.name as model,
  a.country_code, earshot.public_id('top', t.topic_id) as topic_id, t.name as topic, a.is_branded,
  a.answers as usable_answers, a.no_answer, a.refused, a.error, a.cut as cut_answers,
  case when m.supports_retrieved or m.supports_cited then a.answers else 0 end as total_chat_count
from earshot.seen_projects s
join answer_rollup a on a.project_id = s.number and a.span = 1
join models m on m.project_id = s.number and m.model_id = a.model_id
left join topics t on t.project_id = s.number and t.topic_id = a.topic_id;

create view earshot.v1_brand_days with (security_barrier) as
select s.project_id, s.project, a.start as date, 'mdl_' || m.slug as model_id, m.name as model,
  a.country_code, earshot.public_id('top', t.topic_id) as topic_id, t.name as topic, a.is_branded,
  earshot.public_id('brd', b.brand_id) as brand_id, b.name as brand, b.is_own,
  coalesce(f.answers, 0) as visibility_count, a.answers as visibility_total,
  coalesce(f.mention_count, 0) as mention_count, coalesce(v.answers, 0) as share_of_voice_total,
  coalesce(f.position_sum, 0) as position_sum, coalesce(f.answers, 0) as position_count,
  coalesce(f.first_count, 0) as first_count,
  coalesce(f.sentiment_sum, 0)::float8 / 1000 as sentiment_sum, coalesce(f.sentiment_count, 0) as sentiment_count
from earshot.seen_projects s
join answer_rollup a on a.project_id = s.number and a.span = 1 and a.answers > 0
left join lateral (
  select sum(n.answers) as answers from brand_rollup n
  where n.project_id = s.number and n.span = 1 and n.start = a.start and n.model_id = a.model_id
    and n.country_code = a.country_code and n.topic_id = a.topic_id and n.is_branded = a.is_branded) v on true
join brands b on b.project_id = s.number
left join brand_rollup f on f.project_id = s.number and f.span = 1 and f.start = a.start and f.model_id = a.model_id
  and f.country_code = a.country_code and f.topic_id = a.topic_id and f.is_branded = a.is_branded
  and f.brand_id = b.brand_id
join models m on m.project_id = s.number and m.model_id = a.model_id
left join topics t on t.project_id = s.number and t.topic_id = a.topic_id;

create view earshot.v1_source_days with (security_barrier) as
select s.project_id, s.project, f.start as date, 'mdl_' || m.slug as model_id, m.name as model,
  d.domain, d.classification,
  f.retrieved_answers as retrieved_chat_count, f.cited_answers as cited_chat_count,
  f.retrievals as retrieval_count, f.citations as citation_count
from earshot.seen_projects s
cross join lateral (
  select start, model_id, domain_id, retrieved_answers, cited_answers, retrievals, citations
  from domain_rollup where project_id = s.number and span = 1 and not only_branded and model_id <> 0
  union all
  -- Of days without such sums, as those of projects with few answers are, from the answers themselves.
  select day, model_id, domain_id, (count(*) filter (where retrieved > 0))::integer,
    (count(*) filter (where cited > 0))::integer, sum(retrieved)::integer, sum(cited)::integer
  from (
    select c.day, c.model_id, c.domain_id, sum(c.retrieved) as retrieved, sum(c.cited) as cited
    from rollup_days r
    join citations c on c.project_id = s.number and c.day = r.day
    join answers a on a.project_id = s.number and a.day = c.day and a.model_id = c.model_id
      and a.prompt_id = c.prompt_id and a.sample = c.sample and a.status = 'answered'
    join models n on n.project_id = s.number and n.model_id = c.model_id
      and (n.supports_retrieved or n.supports_cited)
    where r.project_id = s.number and not r.has_sources
    group by c.day, c.model_id, c.prompt_id, c.sample, c.domain_id) used
  group by day, model_id, domain_id) f
join models m on m.project_id = s.number and m.model_id = f.model_id
join domains d on d.project_id = s.number and d.domain_id = f.domain_id;

comment on view earshot.v1_answers is 'One row for each answer; REST calls it a chat.';
comment on view earshot.v1_mentions is 'One row for each tracked brand in each answer.';
comment on view earshot.v1_citations is 'One row for each page that each answer read or cites.';
comment on view earshot.v1_answer_days is
  'How many answers there are of each day, model, country, topic and kind of prompt: what shares are of.';
comment on view earshot.v1_brand_days is
  'What answers of each day, model, country, topic and kind of prompt say of each tracked brand, with zeros where they say nothing: sums to divide.';
comment on view earshot.v1_source_days is
  'How answers of each day and model use each site: sums to divide by total_chat_count of v1_answer_days.';

-- What a column means, said once for all views that have it.
do $$
declare one record;
begin
  for one in
    with about (name, words) as (values
      ('answer', 'Markdown as captured.'),
      ('brand', 'Name of the brand.'),
      ('brand_count', 'Tracked brands it mentions.'),
      ('brand_id', 'Id of the brand.'),
      ('captured_at', 'When the answer was given.'),
      ('chat_id', 'Id of the answer.'),
      ('citation_count', 'Citations of it.'),
      ('cited', 'Whether the answer points to it.'),
      ('cited_chat_count', 'Answers that cite it.'),
      ('classification', 'Kind of site, as in the domain report.'),
      ('country_asked', 'told: with the question; from_there: a vendor asked from there; null: unknown.'),
      ('country_code', 'Country of the prompt, ISO 3166-1 alpha-2.'),
      ('cut_answers', 'Usable answers that their provider ended at a length limit.'),
      ('date', 'Day in the time zone of the project.'),
      ('domain', 'Registrable domain of the site.'),
      ('effort', 'How much the model was made to think; null: unknown.'),
      ('error', 'Questions that ended in an error.'),
      ('first_count', 'Answers that name it first.'),
      ('is_branded', 'Whether the prompt names the own brand.'),
      ('is_counted', 'Whether reports on sources count it: the answer is usable, and its model can report sources.'),
      ('is_cut', 'Its provider ended it at a length limit.'),
      ('is_judged', 'Whether a language model rated the tone.'),
      ('is_own', 'Whether it is the own brand of the project.'),
      ('is_partial', 'Whether it was too long or too full of names to be read to its end.'),
      ('language_code', 'Language of the prompt, ISO 639-1.'),
      ('mention_count', 'Times it is named.'),
      ('model', 'Name of the model.'),
      ('model_id', 'Id of the model.'),
      ('no_answer', 'Questions without an answer.'),
      ('page_type', 'Kind of page, as in the URL report.'),
      ('position', 'Rank of first appearance: of a brand among tracked brands, of a page among its sources.'),
      ('position_count', 'Answers that position_sum is of.'),
      ('position_sum', 'Ranks of first appearance, summed.'),
      ('project', 'Name of the project.'),
      ('project_id', 'Id of the project.'),
      ('prompt_id', 'Id of the prompt.'),
      ('prompt_text', 'The question.'),
      ('refused', 'Answers that refuse.'),
      ('retrieval_count', 'Pages of it read.'),
      ('retrieved', 'Whether the answer read it.'),
      ('retrieved_chat_count', 'Answers that read it.'),
      ('sample', 'One of several answers to the same prompt, model and day.'),
      ('search_asked', 'Whether the model was made to search (forced), left to choose (chosen), or given no search (off).'),
      ('search_ran', 'Whether it searched; null: unknown.'),
      ('search_tool', 'The tool it searched with.'),
      ('sentiment', '0 to 100, 50 neutral; an estimate unless is_judged; null: not scored.'),
      ('sentiment_count', 'Scored answers.'),
      ('sentiment_sum', 'Scores from -1 to 1, summed.'),
      ('served_model', 'The version that answered, if known.'),
      ('share_of_voice_total', 'Mentioning answers, summed over all tracked brands.'),
      ('source_count', 'Pages it read or cites.'),
      ('status', 'Reports count the answered ones.'),
      ('tags', 'Names of the tags of the prompt.'),
      ('title', 'Title of the page, if known.'),
      ('topic', 'Name of the topic of the prompt.'),
      ('topic_id', 'Id of the topic of the prompt; null: none.'),
      ('total_chat_count', 'Usable answers of models that can report sources.'),
      ('url', 'The address it is counted under.'),
      ('usable_answers', 'Answers that reports count.'),
      ('visibility_count', 'Usable answers that mention it.'),
      ('visibility_total', 'Usable answers.')
    )
    select c.relname as view, a.attname as name, about.words from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join about on about.name = a.attname
    where c.relnamespace = 'earshot'::regnamespace and c.relname like 'v1\_%'
  loop
    execute format('comment on column earshot.%I.%I is %L', one.view, one.name, one.words);
  end loop;
end $$;

-- What a role needs to read them, and its end.
create or replace function earshot.grant_views(role text) returns void language plpgsql as $$
declare one text;
begin
  execute format('grant usage on schema earshot to %I', role);
  execute format('grant execute on all functions in schema earshot to %I', role);
  for one in select viewname from pg_views where schemaname = 'earshot' and viewname like 'v1\_%' loop
    execute format('grant select on earshot.%I to %I', one, role);
  end loop;
end $$;

create or replace function earshot.end_views(role text) returns void language plpgsql as $$
begin
  execute format('revoke all on all tables in schema earshot from %I', role);
  execute format('revoke all on all functions in schema earshot from %I', role);
  execute format('revoke all on schema earshot from %I', role);
end $$;

select earshot.grant_views(r.rolname) from pg_roles r where exists (select from view_roles v where v.role = r.rolname);
