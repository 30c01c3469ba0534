/** Who may use the console. */
export const operators = {
  tables: ['operators'],
  spread: { operators: 'user_id' },
}
