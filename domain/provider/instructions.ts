/** The system instructions for a provider's models, and the two texts that they consist of. */
export interface CombinedInstructions {
  assistant_type_instructions: string;
  provider_specific_instructions: string;
  combined_instructions: string;
}

/** The assistant type's text, an empty line, the provider's text. An empty text is left out. */
export function combineInstructions(ofType: string, ofProvider: string): CombinedInstructions {
  return {
    assistant_type_instructions: ofType,
    provider_specific_instructions: ofProvider,
    combined_instructions: [ofType, ofProvider].filter((text) => text !== "").join("\n\n"),
  };
}
