import { type Html, html } from '../../platform/html.ts'
import { pressField } from './presses/press-once.ts'
import { type Seen, subjectField } from './subject.ts'

/** The hidden fields of every form: whom it acts for, and which copy of the page it is from. */
export const ownFields = (seen: Seen): Html => html`${subjectField(seen)}${pressField()}`
