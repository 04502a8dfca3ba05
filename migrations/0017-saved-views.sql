-- Views that operators have saved: filters of a page under a name, of one operator or shared by all. They hold no names of people.
create table saved_views (
  view_id uuid primary key,
  owner_id uuid not null references operators on delete cascade,
  page text not null,
  name text not null,
  -- [{"Name": "warehouses", "Value": "APC01"}, …], as they are in the address of the page
  filters jsonb not null,
  is_shared boolean not null,
  saved_at timestamptz not null default now()
);
create unique index saved_views_of_operator on saved_views (owner_id, page, lower(name)) where not is_shared;
create unique index saved_views_shared on saved_views (page, lower(name)) where is_shared;
