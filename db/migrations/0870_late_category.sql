-- In English the category said no more than 'Late', which is what an overdue incident is called; a name that somebody has given stays.
update incident.category set name_en = 'Slow to be credited', version = version + 1 where code = 'LATE' and name_en = 'Late';
