import { z } from 'zod'
import { fill, type Language } from '#kernel/language.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { composeMail } from '#platform/server/mail/compose.ts'
import { queueMail } from '#platform/server/mail/queue.ts'
import type { Runtime } from '#platform/server/module.ts'
import { oneTimePassword } from '../../sign-in/administrator.ts'
import { hashPassword } from '../../sign-in/passwords.ts'

const MAIL = {
  vi: {
    heading: 'Mật khẩu tạm của bạn',
    lead: 'Tài khoản {account} đăng nhập lần tới bằng mật khẩu tạm dưới đây.',
    note: 'Bạn sẽ phải đặt mật khẩu của riêng mình ngay sau khi đăng nhập. Nếu bạn không chờ email này, hãy báo quản trị hệ thống.',
  },
  en: {
    heading: 'Your temporary password',
    lead: 'Sign in to the account {account} next time with the temporary password below.',
    note: 'You will have to set your own password right after signing in. If you did not expect this email, inform your system administrator.',
  },
}

/** A temporary password goes to its owner by e-mail, sealed until it is sent. */
export async function mailTemporaryPassword(
  tx: Tx,
  config: Pick<Config, 'productTitle' | 'secretKey'>,
  { account, email, language }: { account: string; email: string; language: Language },
  password: string,
): Promise<void> {
  const words = MAIL[language]
  const { heading } = words
  const mail = composeMail({ language, product: config.productTitle, heading, lead: [fill(words.lead, { account })], code: password, notes: [words.note] })
  await queueMail(tx, { to: email, subject: heading, ...mail }, config.secretKey)
}

/** Users of one job: a password takes some tens of milliseconds to hash. */
const BATCH = 50
const giveFirstPasswords = defineJob({
  name: 'iam.give-first-passwords',
  title: { vi: 'Tạo và gửi mật khẩu tạm cho người dùng mới', en: 'Email temporary passwords to new users' },
  input: z.strictObject({ userIds: z.array(z.string()).min(1).max(BATCH) }),
})

export const temporaryPasswordJobs = [
  handleJob(giveFirstPasswords, async ({ userIds }, { runtime, signal, progress }) => {
    for (const [at, id] of userIds.entries()) {
      signal.throwIfAborted()
      await giveFirstPassword(runtime, id)
      await progress(at + 1, userIds.length)
    }
  }),
]

/** New users without a password get a temporary one by e-mail, soon after the commit. Who asked (a user's id) is notified of those who cannot be given one. */
export async function askForFirstPasswords(tx: Tx, userIds: readonly string[], askedBy: string): Promise<void> {
  for (let at = 0; at < userIds.length; at += BATCH) await enqueue(tx, giveFirstPasswords, { userIds: userIds.slice(at, at + BATCH) }, { userId: askedBy })
}

/** Whoever has a password already, from a repeated job or otherwise, keeps it. */
async function giveFirstPassword({ db, config, clock }: Runtime, id: string): Promise<void> {
  const waiting = await db
    .selectFrom('iam.user_account as u')
    .leftJoin('iam.credential as c', 'c.user_id', 'u.id')
    .select(['u.account', 'u.email', 'u.language'])
    .where('u.id', '=', id)
    .where('u.status', '<>', 'DISABLED')
    .where('u.email', '<>', '')
    .where('c.user_id', 'is', null)
    .executeTakeFirst()
  if (!waiting) return
  const password = oneTimePassword()
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    const given = await tx
      .insertInto('iam.credential')
      .values({ user_id: id, password_hash, changed_at: clock.now(), must_change: true })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst()
    if (given.numInsertedOrUpdatedRows === 1n) await mailTemporaryPassword(tx, config, { ...waiting, language: waiting.language as Language }, password)
  })
}
