import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** One mail as a real SMTP server received it. */
export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] }
  raw: string
}

export interface TestSmtp {
  /** For SMTP_URL. */
  url: string
  mails: ReceivedMail[]
  /** What the server says to the next recipients; undefined: takes them. */
  refuse: ((recipient: string) => { code: number; text: string } | undefined) | undefined
  close(): Promise<void>
}

/** A real SMTP server on a port of its own. */
export async function testSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  const self: TestSmtp = { url: '', mails, refuse: undefined, close: () => new Promise((done) => server.close(() => done())) }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = self.refuse?.(address)
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts)
        const { mailFrom, rcptTo } = session.envelope
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
        void PostalMime.parse(raw).then((mail) => {
          mails.push({ ...mail, envelope, raw: raw.toString('utf8') })
          done()
        })
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  self.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return self
}
