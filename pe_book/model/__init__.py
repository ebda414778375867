"""Small trained models: on sentences, on three back, and what their experiments found."""
