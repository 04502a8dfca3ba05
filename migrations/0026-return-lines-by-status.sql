-- An item that was shipped from several inventory statuses comes back as a line for each.
alter table return_lines
  drop constraint return_lines_customer_no_return_id_item_no_key,
  add unique (customer_no, return_id, item_no, shipped_status);
