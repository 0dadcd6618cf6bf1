-- Packed cells begin with the number of their format, see src/domain/sums/packed-cells.ts; a process that knows
-- another layout can neither misread nor write such rows. Rebuilt from the facts, as every sum is.
delete from cell_rollup;
alter table cell_rollup add constraint cell_rollup_format
  check (get_byte(cells, 0) = 130 and octet_length(cells) % 4 = 1);
insert into rollup_dirty (project_id, day) select distinct project_id, start from answer_rollup where span = 1;
