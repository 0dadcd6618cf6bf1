-- How often each prompt's answers mention each brand, by model, packed: comparing two periods by prompt and model
-- needs these counts for all prompts and brands at once, and as rows they would be as many as the mentions.
-- span: 1 or 8 days, the first is start. cells: for each prompt its id, its usable answers, the number of brands, and
-- each brand's id and answers; big-endian integers of four bytes.
create table cell_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  cells bytea not null,
  primary key (project_id, span, start, model_id)
);
-- Read whole and often: not worth compressing.
alter table cell_rollup alter column cells set storage external;

insert into rollup_dirty (project_id, day) select distinct project_id, start from answer_rollup where span = 1;
