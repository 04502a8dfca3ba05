-- An order that is packed again because labeled boxes lost stock: its picked bottles are in those boxes, and no longer in totes.
alter table floor_work add column is_repacked boolean not null default false;
