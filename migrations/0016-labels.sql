-- Labels of JIT orders. An order has one for good; asked for again it is drawn anew, with the same names.

create table jit_labels (
  customer_no text not null,
  -- carries the customer, so that a scan at the bench needs nothing else
  jit_label_id text not null,
  order_id uuid not null,
  -- of what was drawn last: an order that has changed since must not leave under the old sheet
  content_hash bytea not null,
  -- on the customer's clock
  generated_at timestamptz not null,
  -- when the bench scanned it
  scanned_at timestamptz,
  primary key (customer_no, jit_label_id),
  unique (customer_no, order_id)
);

-- Labels are found here; the order shows only which one it has.
drop index sales_orders_by_jit_label;
