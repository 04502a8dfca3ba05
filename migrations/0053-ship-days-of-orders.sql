-- The days of the week on which an order without a requested ship date ships, from its customer's preferences when it was
-- accepted: digits, 1 Monday to 7 Sunday; '' for every working day of its warehouse.
alter table sales_orders add column ship_days text not null default '';
