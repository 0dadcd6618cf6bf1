-- Rows of cells are added and removed, never changed: what was read of a version stays true and need not be read again.
alter table cell_rollup add column version uuid not null default gen_random_uuid();
