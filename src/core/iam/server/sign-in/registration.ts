import { sql } from 'kysely'
import { z } from 'zod'
import { type ApprovalKind, askFromOutside, defineApprovalKind } from '#core/approvals/server/public.ts'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { userRegistrationKind } from '#core/iam/contract/sign-in/approval-kind.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { RegistrationPicture, registrationMachine, registrationPermissions, type requestAccount } from '#core/iam/contract/sign-in/registration.ts'
import type { InputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language } from '#kernel/language.ts'
import { LANGUAGES } from '#kernel/language.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { addressKey } from '#platform/server/http/address.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { fire } from '#platform/server/machine/fire.ts'
import type { PublicContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { assertHoldsRoles } from '../access/guard.ts'
import { withinOwn } from '../access/scopes.ts'
import { reserveAttempt } from './lockout.ts'
import { mailRegistrationAsked, mailRegistrationRefused } from './mails.ts'
import { askForFirstLink } from './password-links.ts'
import { applicationsOfRole, type Workplaces } from './permissions.ts'
import { addressMark, takeMail } from './public-mails.ts'
import { insertUsers, scopeAtLevel } from './users.ts'

const DAYS = 14
/** More requests than this are waiting: somebody is playing, or nobody decides. */
const WAITING_MAX = 500
/** Of one network address, waiting and not older than a day: a new post office with all its people stays below. */
const ADDRESS_MAX = 20
/** Asked for with one e-mail address within a day, whatever became of them: its owner may not be the one who asks. */
const EMAIL_MAX = 3
const DAY_MS = 86_400_000

const mailRefusal = defineJob({
  name: 'iam.mail-registration-refused',
  title: { vi: 'Báo từ chối yêu cầu cấp tài khoản', en: 'Email account request rejection' },
  input: z.strictObject({ registrationId: z.string(), reason: z.string().nullable(), language: z.enum(LANGUAGES) }),
})

export const registrationJobs = [
  handleJob(mailRefusal, async ({ registrationId, reason, language }, { runtime: { db, config } }) => {
    const row = await db.selectFrom('iam.registration').select('email').where('id', '=', registrationId).executeTakeFirst()
    if (row) await db.transaction().execute((tx) => mailRegistrationRefused(tx, config, { ...row, language, reason }))
  }),
]

/**
 * Takes a request for an account and puts it before the administrators. Throws SYS-411 naming the fields that somebody has already,
 * IAM-013 for an unknown unit, IAM-002 for one address that asks again and again, SYS-429 while too many wait. What goes beyond the caps of a
 * network or an e-mail address is answered like the rest, and forgotten.
 */
export async function takeRegistration(kind: ApprovalKind, input: InputOf<typeof requestAccount>, ctx: PublicContext): Promise<null> {
  const { runtime, now, language } = ctx
  await reserveAttempt(runtime.db, 'REGISTER', input.email.toLowerCase(), now)
  await runtime.db.transaction().execute(async (tx) => {
    // One after the other, so that many at once do not pass the caps together.
    await sql`select pg_advisory_xact_lock(hashtextextended('iam.registration', 0))`.execute(tx)
    await assertWithinCaps(tx, input.email, ctx)
    const unit = await tx.selectFrom('organisation.unit').select('id').where('code', '=', input.unitCode).where('status', '=', 'ACTIVE').executeTakeFirst()
    if (!unit) throw refusedField('unitCode', iamErrors.unknownUnit, language)
    const taken = await takenFields(tx, input)
    const fields = taken.map((field) => ({ field, code: 'duplicate', message: ruleText('duplicate', language) }))
    if (fields.length > 0) throw new AppError(errors.duplicate, {}, { fields })
    const { waiting } = await tx
      .selectFrom('iam.registration')
      .select((eb) => eb.fn.countAll<string>().as('waiting'))
      .where('status', '=', 'PENDING')
      .executeTakeFirstOrThrow()
    if (Number(waiting) >= WAITING_MAX) throw new AppError(errors.tooMany, {}, { retryAfter: 3600 })
    const { account, fullName, mobile, email, roleCode, note } = input
    const { id } = await tx
      .insertInto('iam.registration')
      .values({ account, full_name: fullName, mobile, email, unit_id: unit.id, role_code: roleCode, note: note ?? '', language, ip: ctx.ip, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await askFromOutside({ tx, now, actor: 'unknown' }, kind, { subjectId: id, version: 0, payload: {}, reason: note || fullName }, fullName)
    await runtime.audit.write(tx, {
      actor: 'unknown',
      action: 'iam.request-account',
      subjectType: SUBJECT,
      subjectId: id,
      after: { account, unitCode: input.unitCode, roleCode },
      traceId: ctx.traceId,
      ip: ctx.ip,
    })
    if (await takeMail(tx, email, { address: addressMark(ctx.ip), known: false }, now)) await mailRegistrationAsked(tx, runtime.config, { email, language })
  })
  return null
}

/**
 * Throws 429 when the caller's network, or the e-mail address, has had its share: before anything is looked up, so that it reveals nothing of
 * who has an account, but aloud, because somebody may really wait for theirs.
 */
async function assertWithinCaps(tx: Tx, email: string, { ip, now, log }: PublicContext): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<{ ip: string; waits: boolean; same: boolean }>`
    select ip, status = 'PENDING' as waits, lower(email) = lower(${email}) as same from iam.registration
    where created_at > ${since} and (status = 'PENDING' or lower(email) = lower(${email}))`.execute(tx)
  const address = addressKey(ip)
  const ofAddress = rows.filter((row) => row.waits && addressKey(row.ip) === address).length
  const ofEmail = rows.filter((row) => row.same).length
  if (ofAddress < ADDRESS_MAX && ofEmail < EMAIL_MAX) return
  log.warn({ ip, ofAddress, ofEmail }, 'a request for an account was refused: too many of one address')
  throw new AppError(iamErrors.registrationCap)
}

/** Which of account, e-mail and phone belong to a user, or to another request that waits. */
async function takenFields(tx: Tx, { account, email, mobile }: { account: string; email: string; mobile: string }, but = '0'): Promise<string[]> {
  const { rows } = await sql<{ account: boolean; email: boolean; mobile: boolean }>`
    WITH known AS (
      SELECT account, email, mobile FROM iam.user_account WHERE status <> 'DISABLED' OR lower(account) = lower(${account})
      UNION ALL SELECT account, email, mobile FROM iam.registration WHERE status = 'PENDING' AND id <> ${but}
    )
    SELECT coalesce(bool_or(lower(account) = lower(${account})), false) AS account,
      coalesce(bool_or(lower(email) = lower(${email})), false) AS email, coalesce(bool_or(mobile = ${mobile}), false) AS mobile FROM known`.execute(tx)
  return Object.entries(rows[0] ?? {}).flatMap(([field, taken]) => (taken ? [field] : []))
}

const SUBJECT = 'iam.registration'

async function lock(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('iam.registration as g')
    .innerJoin('organisation.unit as u', 'u.id', 'g.unit_id')
    .selectAll('g')
    .select(['u.name as unitName', 'u.code as unitCode', 'u.level as unitLevel', 'u.status as unitStatus'])
    .select([
      'u.head_unit_id as headUnitId',
      'u.province_unit_id as provinceUnitId',
      'u.district_unit_id as districtUnitId',
      'u.office_unit_id as officeUnitId',
    ])
    .where('g.id', '=', id)
    .where('g.status', '=', 'PENDING')
    .forUpdate('g')
    .executeTakeFirst()
  // Every unit stands below a head office, or is one: the database computes it.
  return row && { ...row, headUnitId: row.headUnitId as string }
}

/** A request for an account: approving it makes the user and mails the link for the first password, rejecting it mails the reason. */
export const userRegistration = (workplaces: Workplaces): ApprovalKind =>
  defineApprovalKind<Record<string, never>>({
    ...userRegistrationKind,
    subjectType: SUBJECT,
    payload: z.strictObject({}) as unknown as z.ZodType<Record<string, never>>,
    picture: RegistrationPicture,
    entity: 'iam.sign-in.registration',
    permissions: { ask: registrationPermissions.ask, see: registrationPermissions.see },
    tiers: [{ upTo: null, decide: registrationPermissions.approve }],
    days: DAYS,
    async describe({ tx }, id) {
      const row = await lock(tx, id)
      if (!row) throw new AppError(errors.notFound)
      const { headUnitId, provinceUnitId, districtUnitId, officeUnitId } = row
      const after = { account: row.account, fullName: row.full_name, mobile: row.mobile, email: row.email, roleCode: row.role_code, note: row.note || null }
      return {
        code: row.account,
        place: { headUnitId, provinceUnitId, districtUnitId, officeUnitId, partnerId: null },
        before: {},
        after: { ...after, unit: `${row.unitCode} · ${row.unitName}` },
        money: null,
        rows: 1,
      }
    },
    async hold({ tx }, { subjectId }) {
      return (await lock(tx, subjectId))?.version ?? 0
    },
    async versionNow({ tx }, id) {
      return (await lock(tx, id))?.version
    },
    async apply({ tx, now, approver }, { subjectId }) {
      const row = await lock(tx, subjectId)
      if (row?.unitStatus !== 'ACTIVE') throw new AppError(errors.state)
      // Somebody may have been given the same account, address or number since.
      if ((await takenFields(tx, row, row.id)).length > 0) throw new AppError(errors.duplicate)
      // The form was filled in by nobody we know: an approver gives what they could give themselves.
      const role = await tx.selectFrom('iam.role').select('id').where('code', '=', row.role_code).executeTakeFirst()
      if (!role) throw new AppError(errors.state)
      await assertHoldsRoles({ tx, session: approver.session }, [role.id])
      const wish = { scopeKind: scopeAtLevel(row.unitLevel), scopeUnitIds: [], unitId: row.unit_id, partnerId: null }
      if (!(await withinOwn(approver, wish))) throw new AppError(accessErrors.scopeBeyond)
      const language = row.language as Language
      const [userId] = await insertUsers(
        tx,
        [
          {
            account: row.account,
            fullName: row.full_name,
            mobile: row.mobile,
            email: row.email,
            unitId: row.unit_id,
            scopeKind: scopeAtLevel(row.unitLevel),
            roles: [row.role_code],
            applications: applicationsOfRole(row.role_code, workplaces),
            language,
            by: approver.session.account,
          },
        ],
        now,
      )
      if (userId === undefined) throw new AppError(errors.internal)
      await fire(tx, registrationMachine, SUBJECT, row.id, 'approve', { set: { user_id: userId } })
      await askForFirstLink(tx, userId, language)
    },
    async release({ tx }, { subjectId }, how, note) {
      const row = await lock(tx, subjectId)
      if (!row) return
      const lapsed = how === 'EXPIRED'
      await fire(tx, registrationMachine, SUBJECT, row.id, lapsed ? 'expire' : 'reject')
      await enqueue(tx, mailRefusal, { registrationId: row.id, reason: lapsed ? null : note, language: row.language as Language })
    },
  })
