-- What arrived by the movements of detached months, for the activity of these months: a row for each receipt of a document. Months that
-- were detached before this version have none.
create table archived_receipts (
  customer_no text not null,
  -- In which they were posted, by UTC.
  month date not null,
  subject uuid not null,
  type text not null,
  -- The reason of an adjustment; '' for others.
  reason text not null,
  occurred_at timestamptz not null,
  quantity bigint not null,
  primary key (customer_no, month, subject, type, reason, occurred_at)
);
create index archived_receipts_by_time on archived_receipts (customer_no, occurred_at);
