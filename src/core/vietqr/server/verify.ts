import { sql } from 'kysely'
import { activeBanks, bankName, parameter } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal } from '#kernel/dates.ts'
import { formatMoney } from '#kernel/money.ts'
import type { RequestContext } from '#platform/server/module.ts'
import { faultSentence } from '../contract/codec/faults.ts'
import { flatTags, valueAt } from '../contract/codec/parse.ts'
import { type DecodedCode, decodeVietQr } from '../contract/codec/vietqr.ts'
import { instantTransferCap } from '../contract/parameters.ts'
import { unwrapped, type Verdict, type verifyCode } from '../contract/verify.ts'

type Answer = OutputOf<typeof verifyCode>
type Registered = NonNullable<Awaited<ReturnType<typeof registeredOf>>>

/** Says what a code is to us: decoded by the rules of this moment, and compared with the registered code of the account that it pays into. */
export async function verify({ payload, merchantId }: InputOf<typeof verifyCode>, ctx: RequestContext): Promise<Answer> {
  const { db } = ctx.runtime
  const cap = formatMoney(await parameter(db, instantTransferCap))
  const decoded = decodeVietQr(unwrapped(payload), { banks: await activeBanks(db), cap })
  const faults = decoded.ok ? [] : decoded.faults.map((one) => ({ path: one.path, text: faultSentence(one, ctx.language) }))
  const [bin, account] = [valueAt(decoded.tags, '38.01.00') ?? null, valueAt(decoded.tags, '38.01.01') ?? null]
  const answer: Answer = { verdict: 'UNREADABLE', faults, bankName: await bankName(db, bin), account, code: null, history: [] }
  if (bin === null || account === null) return answer
  const known = await db.selectFrom('vietqr.account_directory').select('id').where('number', '=', account).where('bank_bin', '=', bin).executeTakeFirst()
  if (!known) return { ...answer, verdict: decoded.ok ? 'NOT_OURS' : 'UNREADABLE' }
  const own = await registeredOf(known.id ?? '', ctx)
  if (own === undefined) {
    const seen = await ctx.scope.selectFrom('vietqr.virtual_account as v').select('v.id').where('v.id', '=', known.id).executeTakeFirst()
    return { ...answer, verdict: seen ? 'ACCOUNT_ONLY' : 'ELSEWHERE' }
  }
  const { payload: registered, merchantId: owner, ...code } = own
  const differences = differencesOf(decoded, decodeVietQr(registered, { cap }))
  const verdict: Verdict =
    differences.length > 0 || !decoded.ok ? 'ALTERED' : merchantId !== undefined && merchantId !== owner ? 'OTHER_MERCHANT' : 'REGISTERED'
  return { ...answer, verdict, code: { ...code, differences } as Answer['code'], history: await historyOf(own, ctx) }
}

function registeredOf(accountId: string, { scope }: RequestContext) {
  return scope
    .selectFrom('vietqr.code as t')
    .innerJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
    .innerJoin('organisation.unit_directory as u', 'u.id', 't.unit_id')
    .select(['t.id', 't.code', 't.status', 't.counter', 't.valid_from as validFrom', 't.valid_to as validTo', 't.payload', 't.merchant_id as merchantId'])
    .select(['m.code as merchantCode', 'm.name as merchantName', 'm.status as merchantStatus', 'u.name as unitName'])
    .where('t.account_id', '=', accountId)
    .executeTakeFirst()
}

/** Tags of which one has another value than the other, without those that only hold others, and without the checksum. */
function differencesOf(given: DecodedCode, registered: DecodedCode): { path: string; given: string; registered: string }[] {
  const leaves = ({ tags }: DecodedCode) =>
    new Map(flatTags(tags).flatMap(({ path, value, parts }) => (parts || path === '63' ? [] : [[path, value] as const])))
  const [one, other] = [leaves(given), leaves(registered)]
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort()
  return paths.filter((path) => one.get(path) !== other.get(path)).map((path) => ({ path, given: one.get(path) ?? '', registered: other.get(path) ?? '' }))
}

/** The states of the code and of those it took the place of: an account number never changes hands, a place may change its code. */
async function historyOf({ id }: Registered, { db }: RequestContext): Promise<Answer['history']> {
  const { rows } = await sql<Answer['history'][number] & { at: Date }>`
    with recursive chain as (
      select c.id, c.code, c.merchant_id, c.replaces_id from vietqr.code c where c.id = ${id}
      union all select c.id, c.code, c.merchant_id, c.replaces_id from vietqr.code c join chain on chain.replaces_id = c.id
    )
    select chain.id::text, chain.code, m.name as "merchantName", e.status, e.at, coalesce(p.full_name, e.by) as by, e.note, e.seq
      from chain join vietqr.code_event e on e.code_id = chain.id join merchants.merchant_directory m on m.id = chain.merchant_id
      left join iam.person p on p.account = e.by
     order by e.at desc, chain.id desc, e.seq desc limit 50`.execute(db)
  return rows.map((row) => ({ ...row, at: isoLocal(row.at) }))
}
