/** The message of a validation rule: its key among `fields` in the server's messages, and what fills its placeholders. */
export const fieldMessage = (messageKey: string, values: Record<string, string> = {}) => ({
  params: { messageKey, values },
})
