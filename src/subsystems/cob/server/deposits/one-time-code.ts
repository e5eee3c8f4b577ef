import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { defineNotification, notify } from '#core/notifications/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import type { CommandContext, RequestContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { deriveKey } from '#platform/server/secret-box.ts'
import { depositErrors } from '../../contract/deposit-errors.ts'
import { HAND_INS_ROUTE } from '../../contract/deposit-paths.ts'
import { HAND_IN_TRIES, type handInCode } from '../../contract/deposits.ts'
import { accountsOf } from '../board/remind.ts'

/** Six digits that follow from the hand-in under a key of their own, so that they are stored nowhere. */
export function oneTimeCodeOf(secretKey: Buffer, { id, code }: { id: string; code: string }): string {
  const mac = createHmac('sha256', deriveKey(secretKey, 'buu-tram cod hand-in code')).update(`${id}:${code}`).digest()
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

const isOneTimeCode = (secretKey: Buffer, handIn: { id: string; code: string }, given: string): boolean =>
  timingSafeEqual(Buffer.from(oneTimeCodeOf(secretKey, handIn)), Buffer.from(given))

/**
 * A try at the code of a hand-in that is to be counted, before its command locks it: in a transaction of its own, so that a wrong one counts although the
 * command is undone; one try after the other. Throws COB-123, and COB-124 after five.
 */
export async function tryCode(id: string, given: string, { scope, runtime, language }: CommandContext): Promise<void> {
  const seen = await scope.selectFrom('cob.hand_in as h').select('h.id').where('h.id', '=', id).executeTakeFirst()
  if (!seen) throw new AppError(errors.notFound)
  const refused = await runtime.db.transaction().execute(async (own) => {
    const { rows } = await sql<{ id: string; code: string; tries: number }>`
      select id, code, wrong_tries as tries from cob.hand_in where id = ${id} and status in ('DECLARED', 'DISCREPANCY') for no key update`.execute(own)
    const [handIn] = rows
    // Whether it may be counted at all is asked by who counts it.
    if (!handIn) return undefined
    const locked = new AppError(depositErrors.codeLocked, { paper: handIn.code })
    if (handIn.tries >= HAND_IN_TRIES) return locked
    if (isOneTimeCode(runtime.config.secretKey, handIn, given)) return undefined
    await sql`update cob.hand_in set wrong_tries = wrong_tries + 1 where id = ${id}`.execute(own)
    const left = HAND_IN_TRIES - handIn.tries - 1
    return left === 0 ? locked : refusedField('oneTimeCode', depositErrors.wrongCode, language, { left })
  })
  if (refused) throw refused
}

/** Of a hand-in `h`: whether somebody declared it, or is the postman whose money it is. */
export const tellsCode = ({ userId }: { userId: string }) => sql<boolean>`(h.declared_by_id = ${userId} or exists (
  select from cob.courier_directory own join iam.account_place p on p.staff_id = own.staff_id where own.id = h.courier_id and p.user_id = ${userId}))`

/** Throws SYS-404 for everybody else, and once it is counted or cancelled; COB-124 once it is locked. */
export async function tellCode({ id }: InputOf<typeof handInCode>, { scope, session, runtime }: RequestContext): Promise<OutputOf<typeof handInCode>> {
  const row = await scope
    .selectFrom('cob.hand_in as h')
    .innerJoin(...lookup('cob.courier_directory as c', { 'c.id': 'h.courier_id' }))
    .select(['h.id', 'h.code', 'h.wrong_tries as tries', 'c.name as courierName'])
    .where('h.id', '=', id)
    .where('h.status', 'in', ['DECLARED', 'DISCREPANCY'])
    .where(tellsCode(session))
    .executeTakeFirst()
  if (!row) throw new AppError(errors.notFound)
  if (row.tries >= HAND_IN_TRIES) throw new AppError(depositErrors.codeLocked, { paper: row.code })
  return { code: row.code, courierName: row.courierName ?? '', oneTimeCode: oneTimeCodeOf(runtime.config.secretKey, row) }
}

const codeWaits = defineNotification({
  name: 'COD_HAND_IN_CODE',
  text: {
    vi: '{by} đã kê khai lần nộp {code} cho bạn; mã một lần để đọc tại quầy có trên cổng',
    en: '{by} declared hand-in {code} for you; the one-time code to say at the counter is in the portal',
  },
})

/** A postman whose hand-in somebody else has declared is told that there is a code for it. */
export async function announceCode({ tx, session }: CommandContext, { courierId, code }: { courierId: string; code: string }): Promise<void> {
  const { staff_id: staffId } = await tx.selectFrom('cob.courier').select('staff_id').where('id', '=', courierId).executeTakeFirstOrThrow()
  if (staffId === null) return
  const userIds = (await accountsOf(tx, staffId)).filter((userId) => userId !== session.userId)
  const link = `${HAND_INS_ROUTE}?${new URLSearchParams([['text', code]])}`
  await notify(tx, { userIds, kind: codeWaits, params: { by: session.fullName, code }, link })
}
