-- PostgreSQL has no statistics of an expression before its table is analyzed with the index there: it took a number that few orders have for
-- a common one, and read the orders of months for it. An empty table is not analyzed: PostgreSQL would then plan as if it stayed small.
do $$
begin
  if exists (select 1 from order_index) then
    analyze order_index;
  end if;
end
$$;
