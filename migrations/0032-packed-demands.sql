-- A reservation of which the bottles stand in boxes already, of an order that a carrier refused: it is lost after all others of
-- documents that are not in work.
alter table demands add column is_packed boolean not null default false;
