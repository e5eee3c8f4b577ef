import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeFile } from '#platform/server/files/store.ts'
import { enqueue } from '#platform/server/jobs/enqueue.ts'
import { createLogger } from '#platform/server/logging.ts'
import { defineModule } from '#platform/server/module.ts'
import { type TestClock, type TestRuntime, testClock, testRuntime } from '../../../../test/app.ts'
import { runJobs } from '../../../../test/jobs.ts'
import { type TestSmtp, testSmtp } from '../../../../test/smtp.ts'
import { composeMail } from './compose.ts'
import { type Mail, queueMail } from './queue.ts'
import { deliverDue, mailJobs, mailSchedules } from './sender.ts'
import { type MailTransport, smtpTransport } from './transport.ts'

let clock: TestClock
let runtime: TestRuntime
let smtp: TestSmtp
let transport: MailTransport
let lines: string[]
beforeEach(async () => {
  clock = testClock()
  smtp = await testSmtp()
  lines = []
  runtime = await testRuntime({ clock, config: { smtpUrl: smtp.url, mailFrom: 'no-reply@buutram.test' } })
  runtime.log = createLogger('trace', { write: (line: string) => lines.push(line) })
  transport = smtpTransport(runtime.config, smtp.url)
})
afterEach(async () => {
  await smtp.close()
  await runtime.database.drop()
})

const queue = (mail: Partial<Mail> = {}, sealWith?: Buffer) =>
  runtime.db.transaction().execute((tx) => queueMail(tx, { to: 'an@buutram.test', subject: 'Đối soát xong', text: 'Chào anh Ân', ...mail }, sealWith))
const deliver = () => deliverDue(runtime, transport)
const stored = () => runtime.db.selectFrom('platform.mail').selectAll().orderBy('id').execute()

const attachments = async () => (await runtime.pool.query('select count(*)::int as n from platform.mail_attachment')).rows[0].n

describe('a mail', () => {
  it('goes out with the transaction that queued it, once', async () => {
    await queue({ html: '<p>Chào anh <b>Ân</b></p>', attachments: [{ fileName: 'Báo cáo.csv', contentType: 'text/csv', content: Buffer.from('a,b\n1,2\n') }] })
    expect(await deliver()).toBe(1)
    expect(await deliver()).toBe(0)
    const [mail] = smtp.mails
    expect(smtp.mails).toHaveLength(1)
    expect(mail).toMatchObject({
      envelope: { from: 'no-reply@buutram.test', to: ['an@buutram.test'] },
      subject: 'Đối soát xong',
      from: { name: 'BƯU TRẠM', address: 'no-reply@buutram.test' },
      html: '<p>Chào anh <b>Ân</b></p>\n',
    })
    expect(mail?.text?.trim()).toBe('Chào anh Ân')
    expect(mail?.attachments).toMatchObject([{ filename: 'Báo cáo.csv', mimeType: 'text/csv' }])
    expect(await stored()).toMatchObject([{ status: 'SENT', attempts: 1, error: '' }])
    expect(await attachments()).toBe(0)
  })

  it('takes a stored file with it', async () => {
    const content = Buffer.from('mã;số tiền\n1;2\n')
    await runtime.db.transaction().execute(async (tx) => {
      const { id: fileId } = await storeFile(tx, { name: 'a.csv', contentType: 'text/csv', kind: { name: 'report' }, ownerUserId: null, content })
      await queueMail(tx, { to: 'an@buutram.test', subject: 's', text: 't', attachments: [{ fileName: 'a.csv', contentType: 'text/csv', fileId }] })
    })
    await deliver()
    expect(Buffer.from(smtp.mails[0]?.attachments[0]?.content as ArrayBuffer)).toEqual(content)
  })

  it('of a transaction that rolls back never goes out', async () => {
    await expect(
      runtime.db.transaction().execute(async (tx) => {
        await queueMail(tx, { to: 'an@buutram.test', subject: 's', text: 't' })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await deliver()).toBe(0)
    expect(smtp.mails).toEqual([])
  })

  it('is sent once by any number of senders', async () => {
    for (let number = 0; number < 20; number++) await queue({ subject: `Thư ${number}` })
    const handled = await Promise.all(Array.from({ length: 4 }, deliver))
    expect(handled.reduce((sum, one) => sum + one)).toBe(20)
    expect(new Set(smtp.mails.map((mail) => mail.subject)).size).toBe(20)
    expect(smtp.mails).toHaveLength(20)
  })

  it('whose sender died is sent by another one after the lease, under the same Message-ID', async () => {
    await queue()
    await runtime.db
      .updateTable('platform.mail')
      .set({ attempts: 1, next_attempt_at: new Date(clock.now().getTime() + 300_000) })
      .execute()
    expect(await deliver()).toBe(0)
    clock.advance(300_000)
    expect(await deliver()).toBe(1)
    expect(smtp.mails[0]?.messageId).toMatch(/^<buu-tram\.\d+@buutram\.test>$/)
  })
})

describe('headers', () => {
  it.each(['x\r\nBcc: thief@evil.test', 'x\nBcc: thief@evil.test\n\nAnother body', 'x\r\n\r\n<script>', 'x\u2028Bcc: thief@evil.test', 'x\0y'])(
    'of the subject %j stay one line',
    async (subject) => {
      await queue({ subject, attachments: [{ fileName: `a"\r\nX-Evil: 1\r\n.txt`, contentType: 'text/plain', content: Buffer.from('x') }] })
      await deliver()
      const [mail] = smtp.mails
      expect(mail?.envelope.to).toEqual(['an@buutram.test'])
      expect(mail?.headers.map(({ key }) => key).filter((key) => key === 'bcc' || key === 'x-evil')).toEqual([])
      expect(mail?.raw).not.toMatch(/^(Bcc|X-Evil):/m)
      expect(mail?.text?.trim()).toBe('Chào anh Ân')
    },
  )

  it.each(['', 'an', 'an@x', 'an@x.test, thief@evil.test', 'an@x.test\r\nBcc: t@e.test', '"a" <an@x.test>', 'an@x.test;b@x.test'])(
    'cannot come from the address %j: it is refused',
    async (to) => {
      await expect(queue({ to })).rejects.toThrow(RangeError)
      expect(await stored()).toEqual([])
    },
  )
})

describe('a server that does not take a mail', () => {
  it('now is asked again, later each time, until the mail is given up', async () => {
    smtp.refuse = () => ({ code: 451, text: 'try later' })
    await queue()
    const waits: number[] = []
    for (;;) {
      expect(await deliver()).toBe(1)
      const [mail] = await stored()
      if (mail?.status !== 'QUEUED') break
      expect(mail.error).toBe('EENVELOPE 451')
      const wait = (mail.next_attempt_at?.getTime() ?? 0) - clock.now().getTime()
      waits.push(wait / 60_000)
      clock.advance(wait - 1)
      expect(await deliver()).toBe(0)
      clock.advance(1)
    }
    expect(waits).toEqual([1, 2, 5, 15, 60, 240, 720])
    expect(await stored()).toMatchObject([{ status: 'FAILED', attempts: 8, error: 'EENVELOPE 451', next_attempt_at: null }])
    expect(lines.join('')).toContain('a mail was given up')
  })

  it('in a try that another sender has taken over since says nothing about the mail', async () => {
    await queue()
    smtp.refuse = () => ({ code: 550, text: 'no such mailbox' })
    const overtaken: MailTransport = {
      ...transport,
      async send(mail) {
        await runtime.pool.query('update platform.mail set attempts = attempts + 1')
        return transport.send(mail)
      },
    }
    await deliverDue(runtime, overtaken)
    expect(await stored()).toMatchObject([{ status: 'QUEUED', attempts: 2, error: '' }])
  })

  it('ever is not asked again, and does not hold up the others', async () => {
    smtp.refuse = (recipient) => (recipient === 'gone@buutram.test' ? { code: 550, text: 'no such user' } : undefined)
    await queue({ to: 'gone@buutram.test' })
    await queue()
    await deliver()
    expect(await stored()).toMatchObject([{ status: 'FAILED', error: 'EENVELOPE 550', attempts: 1 }, { status: 'SENT' }])
  })

  it('at all is met with patience', async () => {
    await smtp.close()
    await queue()
    await deliver()
    expect(await stored()).toMatchObject([{ status: 'QUEUED', attempts: 1 }])
    smtp = await testSmtp()
  })
})

describe('a secret in a mail', () => {
  const secret = 'https://portal.test/confirm-password/Xk3_secret-token'
  it('is sealed while it waits, gone afterwards, and in no log line', async () => {
    await queue({ text: `Mở liên kết ${secret}`, html: `<a href="${secret}">` }, runtime.config.secretKey)
    const everything = async () => JSON.stringify((await runtime.pool.query('select m::text from platform.mail m')).rows)
    expect(await everything()).not.toContain('secret-token')
    await deliver()
    expect(smtp.mails[0]?.text).toContain(secret)
    expect(await stored()).toMatchObject([{ status: 'SENT', sealed_body: null, text_body: null }])
    smtp.refuse = () => ({ code: 550, text: `no ${secret}` })
    await queue({ text: secret }, runtime.config.secretKey)
    await deliver()
    expect(lines.join('')).not.toContain('secret-token')
    expect(await everything()).not.toContain('secret-token')
  })

  it('that has ended is not sent', async () => {
    await queue({ text: secret, expiresAt: new Date(clock.now().getTime() + 600_000) }, runtime.config.secretKey)
    clock.advance(600_000)
    await deliver()
    expect(smtp.mails).toEqual([])
    expect(await stored()).toMatchObject([{ status: 'FAILED', error: 'EXPIRED', sealed_body: null }])
  })
})

describe('without an SMTP server', () => {
  it('a demo keeps its mails, any other system says so', async () => {
    await queue({ attachments: [{ fileName: 'a.csv', contentType: 'text/csv', content: Buffer.from('1') }] })
    await deliverDue(runtime, undefined)
    expect(await attachments()).toBe(1)
    runtime.config = { ...runtime.config, demo: false }
    await queue()
    await deliverDue(runtime, undefined)
    expect(await stored()).toMatchObject([{ status: 'KEPT' }, { status: 'FAILED', error: 'SMTP_URL' }])
  })
})

it('jobs deliver it: now, later, and what was left lying', async () => {
  const modules = [defineModule({ name: 'mail', register: () => undefined, jobs: mailJobs })]
  const run = () => runJobs({ runtime }, { modules })
  await queue()
  await run()
  expect(smtp.mails).toHaveLength(1)
  smtp.refuse = () => ({ code: 451, text: 'later' })
  await queue({ subject: 'Thư sau' })
  await run()
  smtp.refuse = undefined
  await run()
  expect(smtp.mails).toHaveLength(1)
  clock.advance(60_000)
  await run()
  expect(smtp.mails).toHaveLength(2)
  await queue({ subject: 'Thư bị bỏ quên' })
  await runtime.db.deleteFrom('platform.job').execute()
  const [sweep] = mailSchedules
  await runtime.db.transaction().execute((tx) => enqueue(tx, sweep?.job as never, {} as never))
  await run()
  expect(smtp.mails.map((mail) => mail.subject)).toEqual(['Đối soát xong', 'Thư sau', 'Thư bị bỏ quên'])
})

it('a composed mail says the same in text and HTML, and nothing in it is markup of ours', () => {
  const { text, html } = composeMail({
    language: 'vi',
    product: 'BƯU TRẠM',
    heading: 'Đặt lại mật khẩu',
    lead: ['Chào <script>alert(1)</script> & bạn'],
    link: { label: 'Đặt mật khẩu', url: 'https://portal.test/confirm-password/abc' },
    code: '123456',
    notes: ['Bỏ qua thư này nếu không phải bạn.'],
  })
  for (const words of ['Đặt lại mật khẩu', '123456', 'https://portal.test/confirm-password/abc', 'Bỏ qua thư này']) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; bạn')
})
