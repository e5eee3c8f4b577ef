/** What other modules show of mails. */
export { DemoMailbox, MailText } from './demo-mailbox.tsx'
