-- What the movements of a customer add up to by day, for the storage of a month: movement_days has a row for each item.

create table movement_totals (
  customer_no text not null,
  -- In which they were posted, by UTC; days are of the operator's time zone.
  month date not null,
  day date not null,
  quantity bigint not null,
  count integer not null check (count > 0),
  primary key (customer_no, month, day)
) with (fillfactor = 80);

-- Receipts are one movement in a hundred.
create index movements_received on movements (customer_no, occurred_at) include (type, subject, quantity)
  where type in ('Purchase Order', 'Transfer In');

-- The totals have a mark of their own: a process of the version before goes on with the other rollups during an upgrade, without them.
-- The change of the table waits for rollups that are being written and keeps others off until the totals are copied.
alter table movement_rollup_progress add column totals_up_to bigint not null default 0;

insert into movement_totals (customer_no, month, day, quantity, count)
select customer_no, month, day, sum(quantity), sum(count) from movement_days group by customer_no, month, day;

update movement_rollup_progress set totals_up_to = rolled_up_to;
