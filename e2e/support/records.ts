import { inDatabase } from './server.ts'

/** A name that nobody has used: what a test makes for itself stays, and the demo's own records are as they were for whoever comes next. */
export const unused = (): string => `E2E_${Date.now()}`

/** A list of values with these keys. */
export async function makeList(code: string, keys: readonly string[] = []): Promise<void> {
  await inDatabase("insert into masterdata.global_list (code, name, updated_by) values ($1, $1, 'admin')", [code])
  await inDatabase(
    `insert into masterdata.global_list_entry (list_id, key, value, position)
     select l.id, e.key, e.key, e.position from masterdata.global_list l, unnest($2::text[]) with ordinality as e(key, position) where l.code = $1`,
    [code, keys],
  )
}

/** A parameter of the system that a second person must agree to. */
export async function makeCriticalParameter(key: string, value: string): Promise<void> {
  await inDatabase(
    `insert into masterdata.parameter (key, type, value, description, critical, builtin, updated_by) values ($1, 'MONEY', $2, $1, true, true, 'admin')`,
    [key, value],
  )
}

/** A ward of Hà Nội that comes into force on a day. */
export async function makeWard(code: string, name: string, validFrom: string): Promise<void> {
  await inDatabase(
    `insert into masterdata.administrative_area (level, code, kind, name, parent_level, parent_code, valid_from)
     values ('COMMUNE', $1, 'WARD', $2, 'PROVINCE', '01', $3)`,
    [code, name, validFrom],
  )
}

/** An account in the unit of another one; nobody signs in with it. */
export async function makeUser(account: string, likeAccount: string): Promise<void> {
  await inDatabase(
    `insert into iam.user_account (account, full_name, email, mobile, unit_id, scope_kind)
     select $1, 'Nguyễn Văn Thử', $1 || '@buutram.example', mobile, unit_id, 'UNIT' from iam.user_account where account = $2`,
    [account, likeAccount],
  )
}
