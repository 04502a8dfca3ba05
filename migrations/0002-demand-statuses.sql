-- Consumer orders draw a customer's own inventory statuses that are marked for them (decision 12).
alter table customer_inventory_statuses rename column allocatable_to_consumers to drawn_by_consumer_orders;
-- The statuses that may fill a demand, best first; null: only its own. While it waits, its status is the first of them;
-- while it is reserved, one row per status that it draws.
alter table demands add column statuses text[];
