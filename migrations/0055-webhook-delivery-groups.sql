-- Deliveries of one sequence whose events have the same data are sent together. The column has the position of the first of them; where it
-- is null, a delivery is sent alone.

alter table webhook_deliveries add column group_position bigint;
