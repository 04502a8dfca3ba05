-- What was printed of packed orders, so that a reprint needs neither the carrier nor the order as it was (decision 26).
create table printed_documents (
  customer_no text not null,
  order_id uuid not null,
  -- SHA-256 of the packages that it shows and their tracking numbers: an order that is packed again has another document
  packing bytea not null,
  -- the texts and numbers that slip and labels are drawn from
  content json not null,
  stored_at timestamptz not null default now(),
  primary key (customer_no, order_id, packing)
);
create index printed_documents_by_age on printed_documents (stored_at);

-- The labels that carriers made, as they were downloaded.
create table carrier_label_files (
  customer_no text not null,
  order_id uuid not null,
  intent_id uuid not null,
  kind text not null check (kind in ('pdf', 'png')),
  file bytea not null,
  stored_at timestamptz not null default now(),
  primary key (customer_no, order_id, intent_id)
);
create index carrier_label_files_by_age on carrier_label_files (stored_at);
