-- Redeliver sends the events of a time again: it finds them here, and reads no others of the customer.

create index webhook_events_by_time on webhook_events (customer_no, occurred_at) include (event_id);
