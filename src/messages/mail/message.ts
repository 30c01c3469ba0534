import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import type { OutgoingMail } from '../../platform/mailer.ts'
import { recipientOf } from './recipient.ts'

/**
 * A mail as nodemailer wants it. Addresses go as objects, in the envelope too: out of a text, nodemailer would read
 * names, groups and further recipients.
 */
export const messageOf = ({ mailFrom }: Pick<Config, 'mailFrom'>, mail: OutgoingMail): SendMailOptions => {
  const to = { name: '', address: recipientOf(mail.to) }
  const { subject, text, html } = mail
  return {
    from: mailFrom,
    to,
    envelope: { from: { name: '', address: mailFrom.address }, to: [to] },
    messageId: `<${mail.id}@${mailFrom.address.split('@')[1]}>`,
    // of what it tells, not of when it got through
    date: mail.at,
    subject,
    text,
    html,
    // RFC 3834 §5.1: no holiday notice comes back
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
