-- Names and titles stand in the order of the Vietnamese alphabet: Ă and Â after A, Đ after D. The database's own order is that of code points, where Đ
-- stands after Z; codes and keys keep that one. Needs a PostgreSQL with ICU, as the one that comes along and those of the usual packages are.
-- Deterministic: what is not the same text is never the same place, so pages follow each other. No index carries it: names are sorted within a filter.
create collation platform.vi (provider = icu, locale = 'vi');
