// ISO 8601, with the offset that tells which moment it is
const form = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/

/** A date stands for its midnight in UTC. */
export const instant = (text: string): Date => {
  const [, date = ''] = form.exec(text) ?? []
  const at = new Date(text)
  // 30 February would become 2 March
  const isDate = new Date(date).toJSON()?.startsWith(date)
  if (!date || !isDate || Number.isNaN(at.getTime()))
    throw new Error('must be a date such as 2027-01-31, or an instant such as 2027-01-31T09:00:00+01:00')
  return at
}
