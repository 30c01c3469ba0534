import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import type { OutgoingMail } from '../../platform/mailer.ts'
import { recipientOf } from './recipient.ts'

/**
 * For nodemailer. Addresses are objects, in the envelope too: from text it would parse names, groups and further
 * recipients.
 */
export const messageOf = ({ mailFrom }: Pick<Config, 'mailFrom'>, mail: OutgoingMail): SendMailOptions => {
  const to = { name: '', address: recipientOf(mail.to) }
  const { subject, text, html } = mail
  return {
    from: mailFrom,
    to,
    envelope: { from: { name: '', address: mailFrom.address }, to: [to] },
    messageId: `<${mail.id}@${mailFrom.address.split('@')[1]}>`,
    // when it happened, not when it was sent
    date: mail.at,
    subject,
    text,
    html,
    // RFC 3834 §5.1: no out-of-office replies
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
