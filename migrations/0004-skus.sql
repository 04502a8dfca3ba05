-- The catalogue: items (SKUs), who asked for them, and the varietals that are known.

-- An item number belongs to its item for good: a retired one stays taken.
create table skus (
  customer_no text not null,
  item_no text not null,
  -- the reference that its creation answered; its subject in the log
  sku_id uuid not null,
  -- of the create request, when it was accepted (decision 6)
  content_hash bytea not null,
  category text not null check (category in ('Wine', 'MarketingMaterial', 'Merchandise', 'TastingFee', 'IcePack')),
  storage text not null check (storage in ('service', 'client', 'virtual')),
  description text not null,
  -- '' where nothing was said
  vintage text not null,
  varietal text not null,
  -- a wine whose varietal was not on the list: for the operator to look at
  varietal_flagged boolean not null,
  appellation text not null,
  -- of one unit, in dollars
  value numeric not null check (value >= 0),
  -- per cent
  alcohol_by_volume numeric check (alcohol_by_volume between 0 and 100),
  upc_code text not null,
  uom text not null,
  -- units in a wholesale case
  bottles_per_case int check (bottles_per_case > 0),
  cases_per_pallet int check (cases_per_pallet > 0),
  classification text not null check (classification in ('', 'Still', 'Sparkling')),
  comments text not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  primary key (customer_no, item_no)
);

-- Who asked for an item's creation or change, by the reference of that request. Apart, so that it can be erased.
create table sku_requestors (
  customer_no text not null,
  reference uuid not null,
  item_no text not null,
  first_name text not null,
  last_name text not null,
  email_address text not null,
  phone_number text not null,
  primary key (customer_no, reference),
  foreign key (customer_no, item_no) references skus
);

-- Known varietals (operator data). Others are accepted and flagged.
create table varietals (
  name text primary key
);
create unique index varietals_by_spelling on varietals (lower(name));

insert into varietals (name) values
  ('Aglianico'), ('Albariño'), ('Alicante Bouschet'), ('Aligoté'), ('Barbera'), ('Blaufränkisch'), ('Bordeaux Blend'),
  ('Cabernet Franc'), ('Cabernet Sauvignon'), ('Carignan'), ('Carignane'), ('Carménère'), ('Chardonnay'),
  ('Charbono'), ('Chenin Blanc'), ('Cinsault'), ('Colombard'), ('Counoise'), ('Dolcetto'), ('Field Blend'), ('Fiano'),
  ('Gamay'), ('Gamay Noir'), ('Garnacha'), ('Gewürztraminer'), ('Gewurztraminer'), ('Grenache'), ('Grenache Blanc'),
  ('Grüner Veltliner'), ('Gruner Veltliner'), ('Lagrein'), ('Malbec'), ('Malvasia'), ('Malvasia Bianca'), ('Marsanne'),
  ('Merlot'), ('Meritage'), ('Montepulciano'), ('Mourvèdre'), ('Mourvedre'), ('Müller-Thurgau'), ('Muscat'),
  ('Muscat Canelli'), ('Moscato'), ('Nebbiolo'), ('Negrette'), ('Nero d''Avola'), ('Orange Muscat'), ('Orange Wine'),
  ('Petit Verdot'), ('Petite Sirah'), ('Petite Syrah'), ('Picpoul Blanc'), ('Pinot Blanc'), ('Pinot Grigio'),
  ('Pinot Gris'), ('Pinot Meunier'), ('Pinot Noir'), ('Pinotage'), ('Port'), ('Primitivo'), ('Prosecco'), ('Red Blend'),
  ('Rhône Blend'), ('Rhone Blend'), ('Riesling'), ('Rosé'), ('Rose'), ('Rosé of Pinot Noir'), ('Rosé of Grenache'),
  ('Roussanne'), ('Sangiovese'), ('Sauvignon Blanc'), ('Sauvignon Gris'), ('Sémillon'), ('Semillon'), ('Sherry'),
  ('Shiraz'), ('Souzão'), ('Sparkling Blend'), ('Sparkling Rosé'), ('Sparkling Wine'), ('Sylvaner'), ('Syrah'),
  ('Tannat'), ('Tempranillo'), ('Teroldego'), ('Tinta Cão'), ('Tinta Roriz'), ('Tocai Friulano'), ('Torrontés'),
  ('Touriga Nacional'), ('Trebbiano'), ('Trousseau'), ('Trousseau Gris'), ('Valdiguié'), ('Verdejo'), ('Verdelho'),
  ('Vermentino'), ('Vidal Blanc'), ('Viognier'), ('White Blend'), ('Zinfandel'), ('Zweigelt');
