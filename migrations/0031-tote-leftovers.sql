-- Picked bottles of orders that were taken back stand in their totes until a person has put them back: such a tote is in use.
create table tote_leftovers (
  customer_no text not null,
  leftover_id uuid not null,
  warehouse text not null,
  tote text not null,
  -- the task in which they were picked
  task_id uuid not null,
  order_no text not null,
  item_no text not null,
  -- the bin that they came from; '' when they were picked by name
  location text not null,
  units int not null,
  primary key (customer_no, leftover_id)
);
create index tote_leftovers_by_tote on tote_leftovers (warehouse, tote);
