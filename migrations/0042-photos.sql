-- Photos of the floor: of damaged bottles at the dock, and of what came back (decision 44).
create table photos (
  customer_no text not null,
  -- made by the page that took it
  photo_id uuid not null,
  -- who may see it works there
  warehouse text not null,
  -- SHA-256 of the uploaded bytes, so that a repeated upload is recognized
  input_hash bytea not null,
  width int not null,
  height int not null,
  -- of the encoded photo, without its thumbnail
  size_bytes int not null,
  -- JPEG; null when they are in a bucket
  image bytea,
  thumbnail bytea,
  -- s3://bucket/key without .jpg; null when it is in this table
  location text,
  -- null until the bucket has it
  stored_at timestamptz,
  taken_by text not null,
  uploaded_at timestamptz not null default now(),
  -- what it belongs to; null: nothing yet, or not any more
  subject_kind text check (subject_kind in ('receipt', 'return')),
  subject_id uuid,
  -- the count or scan that it shows; the subject itself for all of it
  step_id uuid,
  -- what it shows; '' for no item in particular
  item_no text not null default '',
  inventory_status text not null default '',
  primary key (customer_no, photo_id),
  check ((image is null) = (location is not null) and (thumbnail is null) = (location is not null)),
  check ((subject_kind is null) = (subject_id is null) and (subject_id is null) = (step_id is null)),
  check (subject_id is null or stored_at is not null)
);
-- JPEG does not get smaller by compression.
alter table photos alter column image set storage external;
alter table photos alter column thumbnail set storage external;
create index photos_of_subject on photos (customer_no, subject_id) where subject_id is not null;
create index photos_unused on photos (uploaded_at) where subject_id is null;
