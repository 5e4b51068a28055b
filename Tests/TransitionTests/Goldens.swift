let transitionGoldens = ""
