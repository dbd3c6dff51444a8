/** What a provider's models are told first, and what it is made of. */
export interface CombinedInstructions {
  assistant_type_instructions: string;
  provider_specific_instructions: string;
  combined_instructions: string;
}

/** The assistant type's text, an empty line, the provider's text; where one is empty, the other alone. */
export function combineInstructions(ofType: string, ofProvider: string): CombinedInstructions {
  return {
    assistant_type_instructions: ofType,
    provider_specific_instructions: ofProvider,
    combined_instructions: [ofType, ofProvider].filter((text) => text !== "").join("\n\n"),
  };
}
