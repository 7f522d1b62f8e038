/** Hour of the night, by the server's clock. */
const AT_HOUR = 3

/** The newest moment at which a nightly check was due. */
export function checkDue(now: Date): Date {
  const due = new Date(now)
  due.setHours(AT_HOUR, 0, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}
