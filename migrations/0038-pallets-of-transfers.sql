-- A labeled pallet of a transfer is counted once where it leaves, and once where it arrives.
drop index receipts_by_label;
create unique index receipts_by_label on receipts (customer_no, order_id, kind, label)
  where label <> '' and state in ('open', 'finished');
