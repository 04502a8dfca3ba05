-- Without statistics, in a new database, PostgreSQL took this index instead of the primary key for the balances of an order, and
-- read those of all customers in the warehouse: creating orders took half of its speed. Lists of balances read the table.
drop index balances_by_warehouse;
