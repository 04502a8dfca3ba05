-- The sender of webhooks finds what is due, and what is due next in a sequence, at the beginning of an index, however many other
-- deliveries wait. The position orders deliveries that became due at once. In a sequence, deliveries with a due time come first.

drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (customer_no, endpoint_id, due_at, position) where due_at is not null;

drop index webhook_deliveries_pending;
create index webhook_deliveries_pending
    on webhook_deliveries (customer_no, endpoint_id, sequence_key, (due_at is null), position) where status = 'PENDING';
