-- Each scan at a packing station reads the totes whose code could be read as a weight. There are none or few.
create index locations_weight_like_totes on locations (warehouse, location)
  where kind = 'tote' and location ~ '^[0-9]{1,3}([.][0-9]{0,2})?$';
