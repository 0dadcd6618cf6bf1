-- cells: now also, with each brand, how many brands the answers naming it name in all, itself included: three integers
-- a brand. The spread of a share of voice is told from these. Made anew from the facts, as every sum is.
delete from cell_rollup;
insert into rollup_dirty (project_id, day) select distinct project_id, start from answer_rollup where span = 1;
