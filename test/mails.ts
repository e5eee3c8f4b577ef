import { bodyOf } from '#platform/server/mail/sender.ts'
import type { Runtime } from '#platform/server/module.ts'

/** What was mailed to an address so far, oldest first, with the text as its reader would have it. */
export async function mailsTo({ db, config }: Runtime, recipient: string): Promise<{ subject: string; text: string; html: string }[]> {
  const rows = await db.selectFrom('platform.mail').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
  return rows.map((row) => {
    const body = bodyOf(config.secretKey, row)
    return { subject: row.subject, text: body?.text ?? '', html: body?.html ?? '' }
  })
}

/** The secret part of the link in a mail that sets a password. */
export function linkIn(text: string): string {
  return /\/confirm-password\/([\w-]+)/.exec(text)?.[1] ?? ''
}

/** The code of six digits in a mail. */
export function codeIn(text: string): string {
  return /^\d{6}$/m.exec(text)?.[0] ?? ''
}
