-- Purchase orders count units as all else does, in 64 bits: what arrives of a line may be any number of times what a line
-- may order.
alter table purchase_order_lines
  alter column ordered type bigint,
  alter column received type bigint;
