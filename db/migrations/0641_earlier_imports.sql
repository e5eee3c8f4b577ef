-- Lists that took their lines before their files were kept have the one that holds these; who imported it stands in the audit log.
insert into payout.list_import (list_id, at, by, file_name, file_hash, lines, total, carried)
  select l.id, coalesce(f.at, l.created_at), 'system', l.file_name, l.file_hash, coalesce(f.lines, 0), coalesce(f.total, 0), coalesce(f.carried, 0)
  from payout.list l
    left join lateral (
      select min(t.created_at) as at, count(*) filter (where t.from_line_id is null) as lines, count(t.from_line_id) as carried,
        -- As the file had it: what approved updates have changed since is taken off.
        sum(t.amount - coalesce((select sum(c.delta) from payout.change c join payout.version v on v.id = c.version_id
          where c.line_id = t.id and c.kind = 'CHANGE' and v.status = 'APPLIED'), 0)) filter (where t.from_line_id is null) as total
      from payout.line t where t.list_id = l.id and t.created_at = (select min(o.created_at) from payout.line o where o.list_id = l.id)
    ) f on true
  where l.file_hash is not null and l.file_name is not null and not exists (select from payout.list_import i where i.list_id = l.id)
  order by l.id;
