/** The door of mail: the module. Mails are queued by `queueMail` of platform/server/mail. */
export { mailModule } from './module.ts'
