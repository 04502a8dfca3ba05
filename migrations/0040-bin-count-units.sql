-- What is in no bin may be more than an int holds: the ledger has a bigint (decision 43).
alter table bin_counts alter column counted type bigint, alter column claimed type bigint;
